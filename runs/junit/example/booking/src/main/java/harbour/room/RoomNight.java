package harbour.room;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import java.time.LocalDate;

/** A night in a room that is taken. The database lets nobody take it twice. */
@Entity
@Table(name = "room_night", uniqueConstraints = @UniqueConstraint(columnNames = {"room_number", "night"}))
public class RoomNight {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    @Column(name = "room_number", nullable = false)
    private int roomNumber;

    @Column(nullable = false)
    private LocalDate night;

    protected RoomNight() {}

    public RoomNight(int roomNumber, LocalDate night) {
        this.roomNumber = roomNumber;
        this.night = night;
    }

    public Long getId() {
        return id;
    }

    public int getRoomNumber() {
        return roomNumber;
    }

    public LocalDate getNight() {
        return night;
    }
}
