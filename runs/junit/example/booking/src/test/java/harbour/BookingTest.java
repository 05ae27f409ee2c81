package harbour;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import harbour.guest.AccountRepository;
import harbour.guest.GuestRepository;
import harbour.guest.GuestService;
import harbour.room.BookingRepository;
import harbour.room.BookingService;
import harbour.room.CarefulBookingService;
import harbour.room.PriceCache;
import harbour.room.RoomNightRepository;
import harbour.room.RoomRepository;
import harbour.room.RoomService;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;
import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import moirai.junit.weak.Call;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** A double booking and a stale cache, and their mends. */
@SpringBootTest
class BookingTest {

    private static final LocalDate TODAY = LocalDate.of(2026, 7, 1);

    @Autowired
    private GuestService reception;

    @Autowired
    private RoomService catalogue;

    @Autowired
    private BookingService desk;

    @Autowired
    private CarefulBookingService carefulDesk;

    @Autowired
    private PriceCache prices;

    @Autowired
    private AccountRepository accounts;

    @Autowired
    private BookingRepository bookings;

    @Autowired
    private RoomNightRepository nights;

    @Autowired
    private RoomRepository rooms;

    @Autowired
    private GuestRepository guests;

    private long ann;
    private long bob;

    @BeforeEach
    void fill() {
        bookings.deleteAll();
        nights.deleteAll();
        rooms.deleteAll();
        accounts.deleteAll();
        guests.deleteAll();
        ann = reception.register("Ann", "ann@example.org").getId();
        bob = reception.register("Bob", "bob@example.org").getId();
        catalogue.open(7, 2, 100, "with a view");
        catalogue.open(8, 1, 50, "small");
    }

    /** Returns a call that the desk may refuse. */
    private static Call asked(Runnable wish) {
        return () -> {
            try {
                wish.run();
            } catch (RefusedException refused) {
                // The guest goes away.
            }
        };
    }

    @IsolationTest(database = "booking", holdsFrom = SERIALIZABLE)
    void aNightIsBookedOnce(WeakStore store) throws Exception {
        prices.clear();
        store.inParallel(
                asked(() -> desk.book(7, ann, TODAY)),
                asked(() -> desk.book(7, bob, TODAY)),
                asked(() -> desk.book(8, bob, TODAY)));
        assertThat(bookings.countByRoomNumberAndNight(7, TODAY)).isLessThanOrEqualTo(1);
    }

    @IsolationTest(database = "booking")
    void aNightIsBookedOnceByConstraint(WeakStore store) throws Exception {
        store.inParallel(
                asked(() -> carefulDesk.bookByConstraint(7, ann, TODAY)),
                asked(() -> carefulDesk.bookByConstraint(7, bob, TODAY)));
        assertThat(bookings.countByRoomNumberAndNight(7, TODAY)).isLessThanOrEqualTo(1);
    }

    @IsolationTest(database = "booking")
    void aNightIsBookedOnceWithLocks(WeakStore store) throws Exception {
        store.inParallel(
                asked(() -> carefulDesk.bookLocked(7, ann, TODAY)),
                asked(() -> carefulDesk.bookLocked(7, bob, TODAY)));
        assertThat(bookings.countByRoomNumberAndNight(7, TODAY)).isLessThanOrEqualTo(1);
    }

    @IsolationTest(
            database = "booking",
            levels = {SERIALIZABLE, STRICT_SERIALIZABLE})
    void aNightIsBookedOnceSerializably(WeakStore store) throws Exception {
        store.inParallel(
                asked(() -> carefulDesk.bookSerializable(7, ann, TODAY)),
                asked(() -> carefulDesk.bookSerializable(7, bob, TODAY)));
        assertThat(bookings.countByRoomNumberAndNight(7, TODAY)).isEqualTo(1);
    }

    @IsolationTest(
            database = "booking",
            levels = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE, STRICT_SERIALIZABLE})
    void whoRaisesThePriceBooksAtIt(WeakStore store) throws Exception {
        prices.clear();
        var paid = new AtomicLong(120);
        store.inParallel(
                () -> {
                    catalogue.changePrice(7, 120);
                    paid.set(desk.book(7, ann, TODAY).getPriceCents());
                },
                () -> catalogue.priceToShow(7));
        assertThat(paid).hasValue(120);
    }

    @IsolationTest(
            database = "booking",
            levels = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE, STRICT_SERIALIZABLE})
    void whoRaisesThePriceBooksAtItWithoutCache(WeakStore store) throws Exception {
        prices.clear();
        var paid = new AtomicLong(120);
        store.inParallel(
                () -> {
                    catalogue.changePrice(7, 120);
                    paid.set(carefulDesk.bookLocked(7, ann, TODAY).getPriceCents());
                },
                () -> catalogue.priceToShow(7));
        assertThat(paid).hasValue(120);
    }
}
