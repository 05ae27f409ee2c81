package harbour.guest;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;

/** Money of a guest at the hotel. One account may be overdrawn as long as the guest's accounts together are not. */
@Entity
@Table(name = "account")
public class Account {

    @Id
    @GeneratedValue(strategy = GenerationType.IDENTITY)
    private Long id;

    @ManyToOne(fetch = FetchType.LAZY, optional = false)
    @JoinColumn(name = "guest_id")
    private Guest guest;

    @Enumerated(EnumType.STRING)
    @Column(nullable = false, length = 20)
    private AccountKind kind;

    @Column(name = "balance_cents", nullable = false)
    private long balanceCents;

    protected Account() {}

    public Account(Guest guest, AccountKind kind, long balanceCents) {
        this.guest = guest;
        this.kind = kind;
        this.balanceCents = balanceCents;
    }

    public Long getId() {
        return id;
    }

    public Guest getGuest() {
        return guest;
    }

    public AccountKind getKind() {
        return kind;
    }

    public long getBalanceCents() {
        return balanceCents;
    }

    public void add(long cents) {
        balanceCents += cents;
    }
}
