package moirai.studies.refutation;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import moirai.studies.refutation.programs.Dice;
import moirai.studies.refutation.programs.RandomProgram;

/** A program with a refuted verdict that no smaller step of which has one. */
record Shrunk(RandomProgram program, Refutation refutation) {

    private static final int TRIES = 12;

    /** Decides whether the verdict on a program is one that a refutation contradicts. */
    @FunctionalInterface
    interface Claims {
        boolean areMadeOf(RandomProgram program) throws IOException;
    }

    /** Shrinks a program for as long as the claims are made and the database refutes them. */
    static Shrunk of(Shrunk first, Arena arena, Claims claims) throws IOException, SQLException {
        Shrunk best = first;
        for (boolean goesOn = true; goesOn; ) {
            goesOn = false;
            for (RandomProgram smaller : best.program.smaller()) {
                Optional<Shrunk> next = best.step(smaller, arena, claims);
                if (next.isPresent()) {
                    best = next.get();
                    goesOn = true;
                    break;
                }
            }
        }
        return best;
    }

    private Optional<Shrunk> step(RandomProgram smaller, Arena arena, Claims claims) throws IOException, SQLException {
        CompiledPrograms.Compiled compiled = CompiledPrograms.of(List.of(smaller));
        if (!compiled.refused().isEmpty() || !claims.areMadeOf(smaller)) {
            return Optional.empty();
        }
        var refuter = new Refuter(
                arena,
                smaller,
                compiled.classes().of(smaller),
                refutation.level(),
                new Dice(smaller.source().hashCode()));
        boolean isSameTxns = smaller.txns().size() == program.txns().size();
        Optional<Refutation> again = isSameTxns
                ? refuter.again(refutation.rows(), refutation.calls(), refutation.order())
                : Optional.empty();
        return (again.isPresent() ? again : refuter.search(TRIES, false)).map(found -> new Shrunk(smaller, found));
    }

    /** Returns the file of Java with the execution above it. */
    String text() {
        return refutation.text(program) + program.source();
    }
}
