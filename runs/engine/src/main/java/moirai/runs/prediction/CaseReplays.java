package moirai.runs.prediction;

import java.util.Optional;
import java.util.function.Predicate;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;

/**
 * Replays of predicted anomalies on one database: by the application's methods, and by the statements of the analysis
 * where methods cannot be called. An anomaly of statements that differ from the source says nothing about the source.
 */
public final class CaseReplays {

    private final PredictedCases analysis;
    private final DirectedDatabase database;
    private final Optional<DirectedDatabase> methods;
    private final Predicate<CodeException> isRefused;

    /**
     * The outcome of one replay.
     *
     * @param isOfSource whether the methods ran; otherwise the statements of the analysis did
     * @param reason why methods were tried and not run, in words; empty if they ran, or were not tried
     */
    public record Replayed(ReplayOutcome outcome, boolean isOfSource, String reason) {}

    /**
     * Creates the replays of an analysis.
     *
     * @param methods the same database with the methods to run; empty for statements alone
     * @param isRefused whether a method that cannot be called ends all replays, instead of this one running statements
     */
    public CaseReplays(
            PredictedCases analysis,
            DirectedDatabase database,
            Optional<DirectedDatabase> methods,
            Predicate<CodeException> isRefused) {
        this.analysis = analysis;
        this.database = database;
        this.methods = methods;
        this.isRefused = isRefused;
    }

    /**
     * Replays an anomaly once.
     *
     * @throws CodeException if its methods cannot be called, and that is refused
     * @throws moirai.clients.ClientException if the database cannot be reached, set up or read afterwards
     * @throws InterruptedException if interrupted meanwhile
     */
    public Replayed replay(PredictedCase found, DirectedCase wanted) throws InterruptedException {
        String reason = "";
        if (methods.isPresent()) {
            try {
                return new Replayed(methods.get().replay(wanted), true, "");
            } catch (CodeException unusable) {
                if (isRefused.test(unusable)) {
                    throw unusable;
                }
                reason = String.valueOf(unusable.getMessage());
            }
        }
        ReplayOutcome outcome = database.replay(wanted);
        return new Replayed(found.isExact() ? outcome : outcome.ofModel(analysis.difference(found)), false, reason);
    }
}
