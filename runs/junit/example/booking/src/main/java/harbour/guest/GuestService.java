package harbour.guest;

import harbour.RefusedException;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Registers guests and opens their accounts. */
@Service
public class GuestService {

    private final GuestRepository guests;
    private final AccountRepository accounts;

    public GuestService(GuestRepository guests, AccountRepository accounts) {
        this.guests = guests;
        this.accounts = accounts;
    }

    @Transactional
    public Guest register(String name, String email) {
        if (guests.findByEmail(email).isPresent()) {
            throw new RefusedException(email + " is registered already");
        }
        Guest guest = guests.save(new Guest(name, email, Instant.now()));
        for (AccountKind kind : AccountKind.values()) {
            accounts.save(new Account(guest, kind, 0));
        }
        return guest;
    }

    @Transactional
    public void rename(long guestId, String name) {
        guests.findById(guestId).orElseThrow().setName(name);
    }

    @Transactional(readOnly = true)
    public List<Guest> search(String part) {
        return guests.findByNameContainingIgnoreCaseOrderByName(part);
    }
}
