package harbour;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import harbour.bar.BarService;
import harbour.bar.Drink;
import harbour.bar.DrinkRepository;
import harbour.bar.Snack;
import harbour.bar.SnackRepository;
import moirai.junit.EveryBehaviour;
import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

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

    @IsolationTest(database = "booking", holdsFrom = SNAPSHOT_ISOLATION)
    void eachBottleIsCounted(WeakStore store) throws Exception {
        store.inParallel(() -> bar.serve(cider, 2), () -> bar.serve(cider, 3), () -> bar.drink(cider));
        assertThat(bar.drink(cider).getBottles()).isEqualTo(5);
    }
}
