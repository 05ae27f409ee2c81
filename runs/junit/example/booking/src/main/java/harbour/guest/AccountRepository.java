package harbour.guest;

import jakarta.persistence.LockModeType;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

public interface AccountRepository extends JpaRepository<Account, Long> {

    List<Account> findByGuestIdOrderById(long guestId);

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select a from Account a where a.guest.id = :guestId order by a.id")
    List<Account> lockByGuestId(long guestId);

    @Query("select coalesce(sum(a.balanceCents), 0) from Account a where a.guest.id = :guestId")
    long totalOf(long guestId);
}
