package moirai.studies.refutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.studies.refutation.programs.Dice;
import moirai.studies.refutation.programs.ProgramGenerator;
import moirai.studies.refutation.programs.RandomProgram;
import moirai.studies.refutation.programs.TestedLevel;

/** Programs that are predicted and run, with what came of all of them. */
final class Trials implements AutoCloseable {

    /** The number of programs that are compiled together. */
    static final int BATCH = 400;

    /** Of so many programs with no claim, one is predicted and run all the same, to know how many have anomalies. */
    private static final int SAMPLED = 16;

    private static final String PROVEN = "proven";
    private static final String FOUND = "an anomaly";
    private static final String NOTHING_FOUND = "nothing found";

    private static final int TRIES = 12;
    private static final int TRIES_OF_OTHERS = 3;

    private final Arena arena;
    private final Path folder;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<String, Long> millis = new TreeMap<>();

    private Trials(Arena arena, Path folder) {
        this.arena = arena;
        this.folder = folder;
    }

    static Trials start() throws IOException, SQLException {
        return new Trials(Arena.start(), Files.createTempDirectory("refutation"));
    }

    /** Returns the server on which programs run. */
    Arena arena() {
        return arena;
    }

    /** A program that is worth running. */
    private record Candidate(RandomProgram program, long seed, TestedLevel level, String claim) {}

    /** Predicts and runs the programs of some seeds, and returns those whose verdicts are refuted. */
    List<Shrunk> run(long seed, int count) throws IOException, SQLException {
        var candidates = new ArrayList<Candidate>();
        for (long number = seed; number < seed + count; number++) {
            TestedLevel level = TestedLevel.of(number);
            noted("programs");
            RandomProgram program = ProgramGenerator.program("P" + number, number, level);
            String claim = claim(program, level, number);
            boolean isSampled = Math.floorMod(number, SAMPLED) == 0
                    || (claim.endsWith(FOUND) && program.txns().size() > 1);
            if (isClaim(claim) || isSampled) {
                candidates.add(new Candidate(program, number, level, claim));
            }
        }
        long began = System.nanoTime();
        CompiledPrograms.Compiled compiled =
                CompiledPrograms.of(candidates.stream().map(Candidate::program).toList());
        spent("compile", began);
        var refuted = new ArrayList<Shrunk>();
        for (Candidate candidate : candidates) {
            String error = compiled.refused().get(candidate.program.name());
            if (error == null) {
                run(candidate, compiled.classes().of(candidate.program)).ifPresent(refuted::add);
            } else {
                noted("does not compile");
            }
        }
        return refuted;
    }

    /** Returns what the analyses say of a program, in words. */
    private String claim(RandomProgram program, TestedLevel level, long seed) throws IOException {
        long began = System.nanoTime();
        String loss = Prediction.loss(program, folder);
        spent("translate", began);
        if (!loss.isEmpty() && Math.floorMod(seed, SAMPLED) != 0) {
            return noted(level + " " + loss);
        }
        began = System.nanoTime();
        Prediction proof = Prediction.proof(program, level, folder);
        spent("prove", began);
        if (proof.isClean()) {
            return noted(level + " " + PROVEN);
        }
        if (proof.isRefused() || (proof.isUnknown() && proof.hasLoss())) {
            return noted(level + " " + (proof.isRefused() ? "refused" : "loss"));
        }
        began = System.nanoTime();
        Prediction analysis = Prediction.analysis(program, level, folder);
        spent("analyze", began);
        return noted(level + " " + (analysis.isClean() ? NOTHING_FOUND : FOUND));
    }

    private static boolean isClaim(String claim) {
        return claim.endsWith(PROVEN) || claim.endsWith(NOTHING_FOUND);
    }

    private Optional<Shrunk> run(Candidate candidate, Class<?> code) throws IOException, SQLException {
        long began = System.nanoTime();
        boolean isProven = candidate.claim.endsWith(PROVEN);
        Optional<Refutation> found = new Refuter(
                        arena, candidate.program, code, candidate.level, new Dice(candidate.seed))
                .search(isClaim(candidate.claim) ? TRIES : TRIES_OF_OTHERS, isProven);
        spent("run", began);
        noted(candidate.claim + ", run: " + (found.isPresent() ? "not serializable" : "serializable"));
        return isClaim(candidate.claim) || (found.isPresent() && isClaimOfPart(candidate, found.get()))
                ? found.map(refutation -> new Shrunk(candidate.program, refutation))
                : Optional.empty();
    }

    /** Decides whether the transactions that were called are proven, although others of the program are not. */
    private boolean isClaimOfPart(Candidate candidate, Refutation found) throws IOException {
        List<RandomProgram.Txn> called = found.calls().stream()
                .map(Call::txn)
                .distinct()
                .map(candidate.program.txns()::get)
                .toList();
        return called.size() < candidate.program.txns().size()
                && Prediction.proof(candidate.program.with(called), candidate.level, folder)
                        .isClean();
    }

    /** Makes a refuted program small. */
    Shrunk shrunk(Shrunk found) throws IOException, SQLException {
        TestedLevel level = found.refutation().level();
        boolean isProof = Prediction.proof(found.program(), level, folder).isClean();
        return Shrunk.of(
                found,
                arena,
                program -> (isProof
                                ? Prediction.proof(program, level, folder)
                                : Prediction.analysis(program, level, folder))
                        .isClean());
    }

    private String noted(String what) {
        counts.merge(what, 1, Integer::sum);
        return what;
    }

    private void spent(String what, long began) {
        millis.merge(what, (System.nanoTime() - began) / 1_000_000, Long::sum);
    }

    /** Returns how many programs came to what, and the milliseconds that each stage took. */
    String counts() {
        return counts + " " + millis;
    }

    @Override
    public void close() {
        arena.close();
    }
}
