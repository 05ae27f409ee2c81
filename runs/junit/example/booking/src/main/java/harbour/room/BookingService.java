package harbour.room;

import harbour.RefusedException;
import harbour.guest.GuestRepository;
import java.time.LocalDate;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Books rooms. */
@Service
public class BookingService {

    private final BookingRepository bookings;
    private final RoomRepository rooms;
    private final GuestRepository guests;
    private final PriceCache prices;

    public BookingService(
            BookingRepository bookings, RoomRepository rooms, GuestRepository guests, PriceCache prices) {
        this.bookings = bookings;
        this.rooms = rooms;
        this.guests = guests;
        this.prices = prices;
    }

    /** Books a room for a night, if it is free, at the price that the cache knows. */
    @Transactional
    public Booking book(int roomNumber, long guestId, LocalDate night) {
        if (bookings.existsByRoomNumberAndNight(roomNumber, night)) {
            throw new RefusedException("room " + roomNumber + " is taken on " + night);
        }
        Room room = rooms.getReferenceById(roomNumber);
        return bookings.save(new Booking(room, guests.getReferenceById(guestId), night, prices.cents(roomNumber)));
    }

    @Transactional
    public void cancel(long bookingId) {
        bookings.deleteById(bookingId);
    }

    /** Moves a booking to a better night, if that one is free. */
    @Transactional
    public Booking move(long bookingId, LocalDate night) {
        Booking former = bookings.findById(bookingId).orElseThrow();
        Booking moved = book(former.getRoom().getNumber(), former.getGuest().getId(), night);
        bookings.delete(former);
        return moved;
    }

    @Transactional(readOnly = true)
    public List<Booking> ofGuest(long guestId) {
        return bookings.findByGuest(guestId);
    }

    @Transactional(readOnly = true)
    public List<BookingRepository.Revenue> revenue() {
        return bookings.revenue();
    }
}
