package harbour.room;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A room that guests book by the night. */
@Entity
@Table(name = "room")
public class Room {

    @Id
    private Integer number;

    @Column(nullable = false)
    private int beds;

    @Column(name = "price_cents", nullable = false)
    private long priceCents;

    @Column(length = 500)
    private String description;

    protected Room() {}

    public Room(int number, int beds, long priceCents, String description) {
        this.number = number;
        this.beds = beds;
        this.priceCents = priceCents;
        this.description = description;
    }

    public Integer getNumber() {
        return number;
    }

    public int getBeds() {
        return beds;
    }

    public long getPriceCents() {
        return priceCents;
    }

    public void setPriceCents(long priceCents) {
        this.priceCents = priceCents;
    }

    public String getDescription() {
        return description;
    }

    public void setDescription(String description) {
        this.description = description;
    }
}
