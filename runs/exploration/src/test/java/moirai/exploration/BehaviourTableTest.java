package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BehaviourTableTest {

    private static final String WIDE =
            "Customer[last=BARBARBAR, hasGoodCredit=true, account=Account[balance=0, paid=0, payments=0], data=none]";

    @Test
    void staysWithinALineOfTheTerminalHoweverLongTheValuesAre() {
        String table = new Behaviour(4, true, List.of(txn(0, WIDE), txn(2, WIDE), txn(3, "short"))).table();

        assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(table.replaceAll("\\s", ""))
                .as("nothing is lost")
                .isEqualTo(("session 1 session 3 afterwards T0 pay customer := %s -> done T1 pay customer := %s -> done"
                                + " T2 pay customer := short -> done")
                        .formatted(WIDE, WIDE)
                        .replace(" ", ""));
    }

    @Test
    void namesTheSessionsByTheirNumbersAlsoWhenOneDidNothing() {
        String table = new Behaviour(3, false, List.of(txn(0, "1"), txn(2, "2"))).table();

        assertThat(table.lines().findFirst()).hasValue("session 1        session 3");
    }

    @Test
    void cutsAWordThatIsLongerThanItsColumn() {
        String table = new Behaviour(1, false, List.of(txn(0, "x".repeat(300)))).table();

        assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(table.chars().filter(character -> character == 'x')).hasSize(300);
    }

    private static ExploredTxn txn(int session, String value) {
        var step = new ExploredStep("", ExploredStep.Kind.WRITE, "customer", value, ExploredStep.FROM_NOBODY);
        return new ExploredTxn(session, "pay", List.of(step), true, "done", "");
    }
}
