package harbour;

import static moirai.history.level.IsolationLevel.SNAPSHOT_ISOLATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import java.math.BigDecimal;
import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.BeforeEach;

/** Transfers with jOOQ. */
class JooqTest {

    private static final Table<Record> ACCOUNT = table(name("account"));
    private static final Field<Integer> ID = field(name("account", "id"), SQLDataType.INTEGER.notNull());
    private static final Field<Integer> BALANCE = field(name("account", "balance"), SQLDataType.INTEGER.notNull());

    private DSLContext jooq;

    @BeforeEach
    void fill(WeakStore store) {
        jooq = DSL.using(store.dataSource(), SQLDialect.POSTGRES);
        jooq.createTable(ACCOUNT).column(ID).column(BALANCE).primaryKey(ID).execute();
        jooq.insertInto(ACCOUNT, ID, BALANCE).values(1, 100).values(2, 0).values(3, 0).execute();
    }

    private int balance(DSLContext in, int id, boolean locked) {
        var select = in.select(BALANCE).from(ACCOUNT).where(ID.eq(id));
        return (locked ? select.forUpdate() : select).fetchSingle(BALANCE);
    }

    private void transfer(int from, int to, int amount, boolean locked) {
        jooq.transaction(configuration -> {
            DSLContext in = configuration.dsl();
            int before = balance(in, from, locked);
            int after = balance(in, to, locked);
            in.update(ACCOUNT).set(BALANCE, before - amount).where(ID.eq(from)).execute();
            in.update(ACCOUNT).set(BALANCE, after + amount).where(ID.eq(to)).execute();
        });
    }

    private BigDecimal total() {
        return jooq.select(sum(BALANCE)).from(ACCOUNT).fetchSingle().value1();
    }

    @IsolationTest(holdsFrom = SNAPSHOT_ISOLATION)
    void transfersKeepTheTotal(WeakStore store) throws Exception {
        store.inParallel(() -> transfer(1, 2, 30, false), () -> transfer(1, 3, 40, false));
        assertThat(total()).isEqualByComparingTo("100");
    }

    @IsolationTest
    void lockedTransfersKeepTheTotal(WeakStore store) throws Exception {
        store.inParallel(() -> transfer(1, 2, 30, true), () -> transfer(1, 3, 40, true));
        assertThat(total()).isEqualByComparingTo("100");
    }
}
