package moirai.nemesis.mariadb;

import org.junit.jupiter.api.Assumptions;

/** Skips tests of what is not installed here, in words that are counted. */
final class Packages {

    private Packages() {}

    static void assume(int nodes) {
        MariadbPrograms.missing(nodes).ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
    }
}
