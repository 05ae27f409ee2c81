package moirai.junit;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;

class BankExampleTest {

    private Bank bank;

    @BeforeEach
    void fill(WeakStore store) {
        store.execute("CREATE TABLE account (id INT PRIMARY KEY, balance INT NOT NULL)");
        store.execute("INSERT INTO account VALUES (1, 100), (2, 0), (3, 0)");
        bank = new Bank(store.dataSource());
    }

    @EveryBehaviour(
            level = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE},
            holdsFrom = SNAPSHOT_ISOLATION)
    void everyTransferKeepsTheTotal(WeakStore store) throws Exception {
        store.inParallel(() -> bank.transfer(1, 2, 30), () -> bank.transfer(1, 3, 40));
        assertThat(store.number("SELECT sum(balance) FROM account")).isEqualTo(100);
    }

    @IsolationTest(
            levels = {READ_COMMITTED, CAUSAL, SNAPSHOT_ISOLATION, SERIALIZABLE},
            holdsFrom = SNAPSHOT_ISOLATION)
    void transfersKeepTheTotal(WeakStore store) throws Exception {
        store.inParallel(() -> bank.transfer(1, 2, 30), () -> bank.transfer(1, 3, 40), () -> bank.transfer(2, 3, 0));
        assertThat(store.number("SELECT sum(balance) FROM account")).isEqualTo(100);
    }
}
