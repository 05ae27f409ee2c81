package moirai.nemesis.mariadb;

import org.junit.jupiter.api.Assumptions;

/** Skips tests whose packages are not installed here, with a reason that is counted. */
final class Packages {

    private Packages() {}

    static void assume(int nodes) {
        MariadbPrograms.missing(nodes).ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
    }
}
