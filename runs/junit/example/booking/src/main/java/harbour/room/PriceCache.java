package harbour.room;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.springframework.stereotype.Component;

/** The prices of rooms, which hardly ever change. */
@Component
public class PriceCache {

    private final ConcurrentMap<Integer, Long> centsByRoom = new ConcurrentHashMap<>();
    private final RoomRepository rooms;

    public PriceCache(RoomRepository rooms) {
        this.rooms = rooms;
    }

    /** Returns the price of a room, from the database the first time. */
    public long cents(int roomNumber) {
        Long known = centsByRoom.get(roomNumber);
        if (known != null) {
            return known;
        }
        long cents = rooms.findById(roomNumber).orElseThrow().getPriceCents();
        centsByRoom.put(roomNumber, cents);
        return cents;
    }

    public void forget(int roomNumber) {
        centsByRoom.remove(roomNumber);
    }

    public void clear() {
        centsByRoom.clear();
    }
}
