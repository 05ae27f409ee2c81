package harbour;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static moirai.history.level.IsolationLevel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import harbour.bar.BarService;
import harbour.bar.Drink;
import harbour.bar.DrinkRepository;
import harbour.bar.Snack;
import harbour.bar.SnackRepository;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.junit.EveryBehaviour;
import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import moirai.junit.weak.Call;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.OptimisticLockingFailureException;

/** A lost update, and its mends. */
@SpringBootTest
class BarTest {

    @Autowired
    private BarService bar;

    @Autowired
    private DrinkRepository drinks;

    @Autowired
    private SnackRepository snacks;

    private long cider;
    private long crisps;

    @BeforeEach
    void fill() {
        drinks.deleteAll();
        snacks.deleteAll();
        cider = drinks.save(new Drink("cider", 10)).getId();
        crisps = snacks.save(new Snack("crisps", 10)).getId();
    }

    /** Takes some of ten things, in a way that can be repeated beside another one. */
    @FunctionalInterface
    private interface Taking {

        void take(int count);
    }

    /** Takes 2 and 3 beside each other, and returns how many were taken by those who were told that they had them. */
    private static int taken(WeakStore store, Taking taking) throws Exception {
        var taken = new AtomicInteger();
        store.inParallel(
                WeakStore.named("take 2", counted(taking, 2, taken)),
                WeakStore.named("take 3", counted(taking, 3, taken)),
                WeakStore.named("take 1", counted(taking, 1, taken)));
        return taken.get();
    }

    private static Call counted(Taking taking, int count, AtomicInteger taken) {
        return () -> {
            taking.take(count);
            taken.addAndGet(count);
        };
    }

    @IsolationTest(database = "booking", holdsFrom = SNAPSHOT_ISOLATION)
    void eachBottleIsCounted(WeakStore store) throws Exception {
        int taken = taken(store, count -> bar.serve(cider, count));
        assertThat(bar.drink(cider).getBottles()).isEqualTo(10 - taken);
    }

    @EveryBehaviour(
            database = "booking",
            level = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE},
            holdsFrom = SNAPSHOT_ISOLATION)
    void eachBottleIsCountedWhateverHappens(WeakStore store) throws Exception {
        int taken = taken(store, count -> bar.serve(cider, count));
        assertThat(bar.drink(cider).getBottles()).isEqualTo(10 - taken);
    }

    @IsolationTest(database = "booking")
    void aLockedDrinkIsCounted(WeakStore store) throws Exception {
        int taken = taken(store, count -> bar.serveLocked(cider, count));
        assertThat(bar.drink(cider).getBottles()).isEqualTo(10 - taken);
    }

    @EveryBehaviour(
            database = "booking",
            level = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE})
    void aLockedDrinkIsCountedWhateverHappens(WeakStore store) throws Exception {
        int taken = taken(store, count -> bar.serveLocked(cider, count));
        assertThat(bar.drink(cider).getBottles()).isEqualTo(10 - taken);
    }

    @IsolationTest(database = "booking")
    void oneStatementCounts(WeakStore store) throws Exception {
        int taken = taken(store, count -> bar.serveAtOnce(cider, count));
        assertThat(bar.drink(cider).getBottles()).isEqualTo(10 - taken);
    }

    @IsolationTest(database = "booking")
    void aVersionedSnackIsCounted(WeakStore store) throws Exception {
        int taken = taken(store, count -> bar.sell(crisps, count));
        assertThat(bar.snack(crisps).getPackets()).isEqualTo(10 - taken);
    }

    @IsolationTest(
            database = "booking",
            levels = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE, STRICT_SERIALIZABLE})
    void aFormOverwritesNothing(WeakStore store) throws Exception {
        int taken = taken(store, count -> {
            Drink form = bar.drink(cider);
            form.setBottles(form.getBottles() - count);
            bar.save(form);
        });
        assertThat(bar.drink(cider).getBottles()).isEqualTo(10 - taken);
    }

    @IsolationTest(
            database = "booking",
            levels = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE, STRICT_SERIALIZABLE},
            conflicts = OptimisticLockingFailureException.class)
    void aFormWithVersionOverwritesNothing(WeakStore store) throws Exception {
        int taken = taken(store, count -> {
            Snack form = bar.snack(crisps);
            form.setPackets(form.getPackets() - count);
            bar.save(form);
        });
        assertThat(bar.snack(crisps).getPackets()).isEqualTo(10 - taken);
    }
}
