package moirai.mockstore.sql.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreSession;
import moirai.mockstore.sql.rows.StoreKey.Membership;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A row that comes while others forget that there was one of the same key. */
class AddedRowTest {

    private static final RowKey ROW = new RowKey(List.of(1));

    private final MockStore store =
            new MockStore(StoreOptions.uniform(IsolationLevel.STRICT_SERIALIZABLE, new Seed(1)));
    private final TableRows table = new TableRows("t");

    private TxnRows begin(StoreSession session) {
        return new TxnRows(session.begin(), store.options().level(), new PrivateRows());
    }

    /** Whoever adds the row has read what the scan's transaction writes, and may not be put before it as well. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aScanBetweenIsNotMissed(boolean isForgotten) {
        TxnRows writer = begin(store.session());
        StoreSession other = store.session();
        writer.read("x");

        assertThatThrownBy(() -> {
                    table.add(writer, ROW, () -> {
                        if (isForgotten) {
                            table.forget(List.of(ROW), store.memory()::isForgotten);
                        }
                        TxnRows scan = begin(other);
                        for (RowKey key : table.scan(scan, new KeyRange(new RowKey(List.of())), List.of())) {
                            assertThat(scan.read(new Membership("t", key))).isEmpty();
                        }
                        scan.write("x", Optional.of(1));
                        scan.commit();
                        writer.write(new Membership("t", ROW), Optional.of(true));
                    });
                    writer.commit();
                })
                .isInstanceOfSatisfying(
                        StoreException.class,
                        refusal -> assertThat(refusal.isConflict()).isTrue());
        assertThat(table.scan(begin(other), new KeyRange(ROW), List.of())).containsExactly(ROW);
    }
}
