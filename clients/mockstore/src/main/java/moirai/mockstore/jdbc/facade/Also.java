package moirai.mockstore.jdbc.facade;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a method of a part implements further methods of the interface, whose names stand here with spaces between
 * them, in the same way.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Also {
    String value();
}
