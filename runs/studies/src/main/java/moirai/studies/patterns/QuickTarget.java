package moirai.studies.patterns;

import java.sql.SQLException;
import java.time.Duration;
import moirai.reenactment.CaseTables;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.TableTarget;
import moirai.scheduling.TurnLimits;

/** A server on which a step counts as blocked after a shorter time than usual, since most cases here wait for locks. */
public record QuickTarget(TableTarget server) implements TableTarget {

    private static final TurnLimits LIMITS = new TurnLimits(Duration.ofMillis(200), Duration.ofSeconds(10));

    @Override
    public String describe() {
        return server.describe();
    }

    @Override
    public TurnLimits limits() {
        return LIMITS;
    }

    @Override
    public Stage open(DirectedCase wanted, CaseTables tables, boolean isSerial) throws SQLException {
        return server.open(wanted, tables, isSerial);
    }
}
