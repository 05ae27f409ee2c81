package moirai.studies.tpcc;

import java.util.Arrays;
import java.util.List;

/** The invariants that the paper's random tests broke: Rahmani and others, CLOTHO (2019), table 3. */
final class PaperColumn {

    private static final List<String> CLIENTS_10 = ids("cr1 cr4 cr6 cr8 cr9 cr11 ncr5");

    private static final List<String> CLIENTS_50 = ids("cr1 cr4 cr6 cr8 cr9 cr10 cr11 cr12 ncr1 ncr2 ncr5 ncr6");

    private static final List<String> CLIENTS_100 =
            ids("cr1 cr2 cr3 cr4 cr6 cr8 cr9 cr10 cr11 cr12 ncr1 ncr2 ncr5 ncr6");

    private PaperColumn() {}

    private static List<String> ids(String text) {
        return Arrays.asList(text.split(" ", -1));
    }

    /** Returns the invariants that were broken with this number of clients, one of 10, 50 and 100. */
    static List<String> broken(int clients) {
        return switch (clients) {
            case 10 -> CLIENTS_10;
            case 50 -> CLIENTS_50;
            case 100 -> CLIENTS_100;
            default -> throw new IllegalArgumentException("the paper has 10, 50 and 100 clients, not " + clients);
        };
    }
}
