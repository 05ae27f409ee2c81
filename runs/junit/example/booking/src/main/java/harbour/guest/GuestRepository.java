package harbour.guest;

import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

public interface GuestRepository extends JpaRepository<Guest, Long> {

    Optional<Guest> findByEmail(String email);

    List<Guest> findByNameContainingIgnoreCaseOrderByName(String part);
}
