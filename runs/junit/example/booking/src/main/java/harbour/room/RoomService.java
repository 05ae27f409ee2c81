package harbour.room;

import harbour.RefusedException;
import java.time.LocalDate;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The catalogue of rooms and their prices. */
@Service
public class RoomService {

    private final RoomRepository rooms;
    private final PriceCache prices;

    public RoomService(RoomRepository rooms, PriceCache prices) {
        this.rooms = rooms;
        this.prices = prices;
    }

    @Transactional
    public Room open(int number, int beds, long priceCents, String description) {
        if (rooms.existsById(number)) {
            throw new RefusedException("there is a room " + number + " already");
        }
        return rooms.save(new Room(number, beds, priceCents, description));
    }

    @Transactional
    public void changePrice(int number, long cents) {
        if (cents < 0) {
            throw new RefusedException("a price of " + cents + " cents");
        }
        rooms.findById(number).orElseThrow().setPriceCents(cents);
        prices.forget(number);
    }

    /** Returns the price as the catalogue's page shows it. */
    public long priceToShow(int number) {
        return prices.cents(number);
    }

    @Transactional
    public void describe(int number, String text) {
        rooms.findById(number).orElseThrow().setDescription(text);
    }

    @Transactional(readOnly = true)
    public List<Room> free(LocalDate night, int beds) {
        return rooms.findFree(night, beds);
    }
}
