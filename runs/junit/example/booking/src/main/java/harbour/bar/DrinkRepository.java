package harbour.bar;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;

public interface DrinkRepository extends JpaRepository<Drink, Long> {

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select d from Drink d where d.id = :id")
    Optional<Drink> lockById(long id);

    @Modifying
    @Query("update Drink d set d.bottles = d.bottles - :count where d.id = :id and d.bottles >= :count")
    int take(long id, int count);
}
