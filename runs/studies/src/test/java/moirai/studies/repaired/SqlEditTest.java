package moirai.studies.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Changes of statements as texts. */
class SqlEditTest {

    @Test
    void aSelectLocksOnce() {
        String locking = SqlEdit.locking("SELECT stock FROM item WHERE id = ?\n");

        assertThat(locking).isEqualTo("SELECT stock FROM item WHERE id = ? FOR UPDATE");
        assertThat(SqlEdit.locking(locking)).isEqualTo(locking);
    }

    @Test
    void aSelectReturnsOneMoreColumnAfterTheOthers() {
        assertThat(SqlEdit.selecting("SELECT a, COALESCE((SELECT b FROM t), 0) FROM u WHERE id = ?", "version"))
                .isEqualTo("SELECT a, COALESCE((SELECT b FROM t), 0), version FROM u WHERE id = ?");
    }

    @Test
    void anUpdateCountsAndChecks() {
        String counting = SqlEdit.counting("UPDATE item SET stock = ? WHERE id = ?", "version");

        assertThat(counting).isEqualTo("UPDATE item SET version = version + 1, stock = ? WHERE id = ?");
        assertThat(SqlEdit.checking(counting, "version")).isEqualTo(counting + " AND version = ?");
        assertThat(SqlEdit.parameters(counting + " AND version = ?")).isEqualTo(3);
    }

    @Test
    void anUpdateOfEveryRowChecksNothing() {
        assertThatThrownBy(() -> SqlEdit.checking("UPDATE item SET stock = 0", "version"))
                .isInstanceOf(NotApplied.class)
                .hasMessageContaining("no condition to add to");
    }

    @Test
    void anInsertWithoutColumnsGetsOneMoreValue() {
        String insert = "INSERT INTO item VALUES (?, 'a, b', (1))";

        assertThat(SqlEdit.isInsertWithoutColumns(insert, "item")).isTrue();
        assertThat(SqlEdit.inserting(insert)).isEqualTo("INSERT INTO item VALUES (?, 'a, b', (1), 0)");
        assertThatThrownBy(() -> SqlEdit.inserting("INSERT INTO item VALUES (1), (2)"))
                .isInstanceOf(NotApplied.class);
    }

    @Test
    void aTableGetsOneMoreElement() {
        String table = "CREATE TABLE item (id INTEGER, PRIMARY KEY (id))";

        assertThat(SqlEdit.defining(table, "UNIQUE (stock)"))
                .isEqualTo("CREATE TABLE item (id INTEGER, PRIMARY KEY (id), UNIQUE (stock))");
        assertThat(SqlEdit.isDefinition(table, "item")).isTrue();
        assertThat(SqlEdit.isDefinition(table, "items")).isFalse();
    }
}
