package harbour;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The hotel's application. */
@SpringBootApplication
public class HarbourApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(HarbourApplication.class, arguments);
    }
}
