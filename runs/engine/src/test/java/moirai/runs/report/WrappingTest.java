package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrappingTest {

    @Test
    void whatIsLeftOfALineHangsBelowWhatFollowsItsFirstGap() {
        assertThat(Wrapping.hanging("""
                program    shop at RC: sell, restock
                  sell reads item and then writes it, and restock may
                    A.java:8  sell.q1: SELECT stock FROM item WHERE id = :item
                answer     4 anomalies, 3 internal, in 1 group

                """, 30)).isEqualTo("""
                program    shop at RC: sell,
                           restock
                  sell reads item and then
                    writes it, and restock may
                    A.java:8  sell.q1: SELECT
                              stock FROM item
                              WHERE id = :item
                answer     4 anomalies, 3 internal, in 1 group

                """);
    }

    @Test
    void aLongWordStaysWholeAndDeepGapsDoNotCount() {
        assertThat(Wrapping.hanging("          ExtremelyLong.java:10  q1: a_very_long_name_of_a_table b", 20))
                .isEqualTo("""
                          ExtremelyLong.java:10
                            q1:
                            a_very_long_name_of_a_table
                            b
                """);
    }

    @Test
    void aCommandToCopyStaysWholeOnALineOfItsOwn() {
        String command = OwnCommand.line("replay a/long/way/to/the/case --db postgres");
        assertThat(Wrapping.hanging("written    to a file; again: " + command, 30))
                .isEqualTo("written    to a file; again:\n           " + command + "\n");
        assertThat(Wrapping.hanging("  next     " + command, 100)).isEqualTo("  next     " + command + "\n");
    }
}
