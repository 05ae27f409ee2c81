package harbour.room;

import java.time.LocalDate;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

public interface BookingRepository extends JpaRepository<Booking, Long> {

    boolean existsByRoomNumberAndNight(int roomNumber, LocalDate night);

    long countByRoomNumberAndNight(int roomNumber, LocalDate night);

    @Query("select b from Booking b join fetch b.room where b.guest.id = :guestId order by b.night")
    List<Booking> findByGuest(long guestId);

    @Query("select r.number as room, count(b) as nights, coalesce(sum(b.priceCents), 0) as cents "
            + "from Room r left join Booking b on b.room = r group by r.number order by r.number")
    List<Revenue> revenue();

    /** The revenue of a room. */
    interface Revenue {

        int getRoom();

        long getNights();

        long getCents();
    }
}
