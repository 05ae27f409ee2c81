package harbour.room;

import harbour.guest.Guest;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.LocalDate;

/** A night of a guest in a room. */
@Entity
@Table(name = "booking")
public class Booking {

    @Id
    @GeneratedValue
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "room_number")
    private Room room;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "guest_id")
    private Guest guest;

    @Column(nullable = false)
    private LocalDate night;

    @Column(name = "price_cents", nullable = false)
    private long priceCents;

    protected Booking() {}

    public Booking(Room room, Guest guest, LocalDate night, long priceCents) {
        this.room = room;
        this.guest = guest;
        this.night = night;
        this.priceCents = priceCents;
    }

    public Long getId() {
        return id;
    }

    public Room getRoom() {
        return room;
    }

    public Guest getGuest() {
        return guest;
    }

    public LocalDate getNight() {
        return night;
    }

    public long getPriceCents() {
        return priceCents;
    }
}
