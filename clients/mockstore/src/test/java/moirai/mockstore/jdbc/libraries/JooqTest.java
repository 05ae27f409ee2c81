package moirai.mockstore.jdbc.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.constraint;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.util.Objects;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.jdbc.MoiraiDataSource;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JooqTest implements Deposits {

    private static final Table<Record> ACCOUNT = table(name("account"));
    private static final Field<Integer> ID = field(name("id"), SQLDataType.INTEGER.notNull());
    private static final Field<Integer> BALANCE = field(name("balance"), SQLDataType.INTEGER.notNull());

    @BeforeAll
    static void quietly() {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    private static DSLContext jooq(MoiraiDataSource source) {
        return DSL.using(source, SQLDialect.POSTGRES);
    }

    @Override
    public void prepare(MoiraiDataSource source) {
        jooq(source)
                .createTable(ACCOUNT)
                .columns(ID, BALANCE)
                .constraints(constraint("account_key").primaryKey(ID))
                .execute();
        jooq(source)
                .insertInto(ACCOUNT)
                .columns(ID, BALANCE)
                .values(1, BALANCE_BEFORE)
                .execute();
    }

    @Override
    public void deposit(MoiraiDataSource source) {
        jooq(source).transaction(txn -> {
            int balance = balance(txn.dsl());
            txn.dsl()
                    .update(ACCOUNT)
                    .set(BALANCE, balance + AMOUNT)
                    .where(ID.eq(1))
                    .execute();
        });
    }

    @Override
    public int balance(MoiraiDataSource source) {
        return balance(jooq(source));
    }

    private static int balance(DSLContext jooq) {
        return Objects.requireNonNull(
                jooq.select(BALANCE).from(ACCOUNT).where(ID.eq(1)).fetchSingle(BALANCE));
    }

    @Override
    public boolean mayBeTriedAgain(Exception failure) {
        return failure instanceof DataAccessException refusal
                && refusal.sqlState().startsWith("40");
    }

    @Test
    void aDepositIsLostAtReadCommitted() {
        assertThat(losses(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW)).isPositive();
    }

    @Test
    void noDepositIsLostAtSnapshotIsolation() {
        assertThat(losses(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION)).isZero();
    }
}
