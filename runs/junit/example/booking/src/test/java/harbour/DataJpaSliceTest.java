package harbour;

import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import harbour.bar.Drink;
import harbour.bar.DrinkRepository;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.jdbc.AutoConfigureTestDatabase;
import org.springframework.boot.test.autoconfigure.orm.jpa.DataJpaTest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A slice of the application. Its own transaction around each test would be open before calls run in parallel, and its
 * own database, if there is one on the class path, would be none of Moirai's.
 */
@DataJpaTest
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
@Transactional(propagation = Propagation.NOT_SUPPORTED)
class DataJpaSliceTest {

    @Autowired
    private DrinkRepository drinks;

    @Autowired
    private PlatformTransactionManager transactions;

    private long mead;

    @BeforeEach
    void fill() {
        drinks.deleteAll();
        mead = drinks.save(new Drink("mead", 10)).getId();
    }

    private void serve(int count, AtomicInteger served) {
        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            Drink drink = drinks.findById(mead).orElseThrow();
            drink.setBottles(drink.getBottles() - count);
        });
        served.addAndGet(count);
    }

    @IsolationTest(database = "booking", holdsFrom = SNAPSHOT_ISOLATION)
    void eachBottleIsCounted(WeakStore store) throws Exception {
        var served = new AtomicInteger();
        store.inParallel(() -> serve(2, served), () -> serve(3, served));
        assertThat(drinks.findById(mead).orElseThrow().getBottles()).isEqualTo(10 - served.get());
    }
}
