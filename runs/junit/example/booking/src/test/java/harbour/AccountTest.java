package harbour;

import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import harbour.guest.AccountKind;
import harbour.guest.AccountRepository;
import harbour.guest.AccountService;
import harbour.guest.GuestRepository;
import harbour.guest.GuestService;
import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import moirai.junit.weak.Call;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** A write skew, and its mends. */
@SpringBootTest
class AccountTest {

    @Autowired
    private GuestService reception;

    @Autowired
    private AccountService bank;

    @Autowired
    private GuestRepository guests;

    @Autowired
    private AccountRepository accounts;

    private long ann;

    @BeforeEach
    void fill() {
        accounts.deleteAll();
        guests.deleteAll();
        ann = reception.register("Ann", "ann@example.org").getId();
        bank.deposit(ann, AccountKind.CURRENT, 60);
        bank.deposit(ann, AccountKind.SAVINGS, 60);
    }

    /** Returns a call that the bank may refuse. */
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
    void nobodyOwesMoney(WeakStore store) throws Exception {
        store.inParallel(
                asked(() -> bank.withdraw(ann, AccountKind.CURRENT, 100)),
                asked(() -> bank.withdraw(ann, AccountKind.SAVINGS, 100)),
                asked(() -> bank.transfer(ann, AccountKind.CURRENT, AccountKind.SAVINGS, 10)));
        assertThat(bank.total(ann)).isNotNegative();
    }

    @IsolationTest(database = "booking")
    void nobodyOwesMoneyWithLocks(WeakStore store) throws Exception {
        store.inParallel(
                asked(() -> bank.withdrawLocked(ann, AccountKind.CURRENT, 100)),
                asked(() -> bank.withdrawLocked(ann, AccountKind.SAVINGS, 100)));
        assertThat(bank.total(ann)).isNotNegative();
    }

    @IsolationTest(
            database = "booking",
            levels = {SERIALIZABLE, STRICT_SERIALIZABLE})
    void nobodyOwesMoneySerializably(WeakStore store) throws Exception {
        store.inParallel(
                asked(() -> bank.withdrawSerializable(ann, AccountKind.CURRENT, 100)),
                asked(() -> bank.withdrawSerializable(ann, AccountKind.SAVINGS, 100)));
        assertThat(bank.total(ann)).isEqualTo(20);
    }
}
