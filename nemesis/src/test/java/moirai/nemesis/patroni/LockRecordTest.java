package moirai.nemesis.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.nemesis.PrimaryMove;
import org.junit.jupiter.api.Test;

class LockRecordTest {

    private final LockRecord holders = new LockRecord("n1");

    private List<String> taken() {
        return holders.take().stream().map(LockRecordTest::words).toList();
    }

    private static String words(PrimaryMove move) {
        return move.from() + " to " + move.to();
    }

    @Test
    void changesThatNobodyAskedForAreToldOnce() {
        holders.see("n1");
        holders.see("n2");
        holders.see("n2");
        holders.see("n3");

        assertThat(taken()).containsExactly("n1 to n2", "n2 to n3");
        assertThat(taken()).isEmpty();
    }

    @Test
    void whatWasAskedForIsNoneOfThem() {
        holders.grant("n2", "n2");
        holders.see("n2");

        assertThat(taken()).isEmpty();
    }

    @Test
    void anotherThanTheOneAskedForIsTheClustersOwnChoice() {
        holders.grant("n2", "n3");

        assertThat(taken()).containsExactly("n1 to n3");
    }
}
