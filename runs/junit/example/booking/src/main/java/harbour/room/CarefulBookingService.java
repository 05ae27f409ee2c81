package harbour.room;

import harbour.RefusedException;
import harbour.Retries;
import harbour.guest.GuestRepository;
import java.time.LocalDate;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Books rooms, each night once, at the price of the database. */
@Service
public class CarefulBookingService {

    private final BookingRepository bookings;
    private final RoomRepository rooms;
    private final RoomNightRepository nights;
    private final GuestRepository guests;
    private final Retries retries;
    private final TransactionTemplate serializable;

    public CarefulBookingService(
            BookingRepository bookings,
            RoomRepository rooms,
            RoomNightRepository nights,
            GuestRepository guests,
            Retries retries,
            PlatformTransactionManager transactions) {
        this.bookings = bookings;
        this.rooms = rooms;
        this.nights = nights;
        this.guests = guests;
        this.retries = retries;
        this.serializable = new TransactionTemplate(transactions);
        serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
    }

    /** Lets a unique constraint decide who is first. */
    @Transactional
    public Booking bookByConstraint(int roomNumber, long guestId, LocalDate night) {
        try {
            nights.saveAndFlush(new RoomNight(roomNumber, night));
        } catch (DataIntegrityViolationException taken) {
            throw new RefusedException("room " + roomNumber + " is taken on " + night);
        }
        return save(rooms.findById(roomNumber).orElseThrow(), guestId, night);
    }

    /** Locks the room, so that there is one who books it at a time. */
    @Transactional
    public Booking bookLocked(int roomNumber, long guestId, LocalDate night) {
        Room room = rooms.lockByNumber(roomNumber).orElseThrow();
        return bookIfFree(room, guestId, night);
    }

    /** Leaves it to the database, and tries again. */
    public Booking bookSerializable(int roomNumber, long guestId, LocalDate night) {
        return retries.untilCommitted(() -> serializable.execute(
                status -> bookIfFree(rooms.findById(roomNumber).orElseThrow(), guestId, night)));
    }

    private Booking bookIfFree(Room room, long guestId, LocalDate night) {
        if (bookings.existsByRoomNumberAndNight(room.getNumber(), night)) {
            throw new RefusedException("room " + room.getNumber() + " is taken on " + night);
        }
        return save(room, guestId, night);
    }

    private Booking save(Room room, long guestId, LocalDate night) {
        return bookings.save(new Booking(room, guests.getReferenceById(guestId), night, room.getPriceCents()));
    }
}
