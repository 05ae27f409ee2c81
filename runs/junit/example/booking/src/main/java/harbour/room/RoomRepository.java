package harbour.room;

import jakarta.persistence.LockModeType;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.jpa.repository.Query;

public interface RoomRepository extends JpaRepository<Room, Integer> {

    @Lock(LockModeType.PESSIMISTIC_WRITE)
    @Query("select r from Room r where r.number = :number")
    Optional<Room> lockByNumber(int number);

    @Query("select r from Room r where r.beds >= :beds and not exists "
            + "(select 1 from Booking b where b.room = r and b.night = :night) order by r.priceCents, r.number")
    List<Room> findFree(LocalDate night, int beds);
}
