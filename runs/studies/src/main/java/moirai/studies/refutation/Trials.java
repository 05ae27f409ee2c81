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
import java.util.stream.Collectors;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;
import moirai.studies.refutation.programs.Dice;
import moirai.studies.refutation.programs.ProgramGenerator;
import moirai.studies.refutation.programs.RandomProgram;
import moirai.studies.refutation.programs.TestedLevel;

/** Programs that are predicted and run, with what came of all of them. */
final class Trials implements AutoCloseable {

    /** The number of programs that are compiled together. */
    static final int BATCH = 400;

    /** Of so many programs with no claim, one is predicted and run all the same. */
    private static final int SAMPLED = 16;

    private static final int TRIES = 12;
    private static final int TRIES_OF_OTHERS = 3;

    private final Arena arena;
    private final Path folder;
    private final Tally tally = new Tally();
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

    /** What the analyses say of a program. */
    private enum Claim {
        NONE,
        PROVEN,
        FOUND,
        NOT_FOUND;

        /** Decides whether an execution that is not serializable contradicts it. */
        boolean isSafe() {
            return this == PROVEN || this == NOT_FOUND;
        }
    }

    /** A program that is worth running. */
    private record Candidate(RandomProgram program, long seed, TestedLevel level, Claim claim) {}

    /** Predicts and runs the programs of some seeds, and returns those whose verdicts are refuted. */
    List<Shrunk> run(long seed, int count) throws IOException, SQLException {
        var candidates = new ArrayList<Candidate>();
        for (long number = seed; number < seed + count; number++) {
            TestedLevel level = TestedLevel.of(number);
            tally.note(level, Tally.What.PROGRAMS);
            RandomProgram program = ProgramGenerator.program("P" + number, number, level);
            Claim claim = claim(program, level, number);
            boolean isSampled = Math.floorMod(number, SAMPLED) == 0
                    || (claim == Claim.FOUND && program.txns().size() > 1);
            if (claim.isSafe() || isSampled) {
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
                tally.note(candidate.level, Tally.What.NOT_COMPILED);
            }
        }
        return refuted;
    }

    /** Returns what the analyses say of a program. */
    private Claim claim(RandomProgram program, TestedLevel level, long seed) throws IOException {
        long began = System.nanoTime();
        Optional<Translation> translation = Prediction.translation(program, folder);
        spent("translate", began);
        boolean isUsable = noteTranslation(translation, level);
        if (!isUsable && Math.floorMod(seed, SAMPLED) != 0) {
            return Claim.NONE;
        }
        began = System.nanoTime();
        Prediction proof = Prediction.proof(program, level, folder);
        spent("prove", began);
        if (proof.isClean()) {
            tally.note(level, Tally.What.PROVEN);
            return Claim.PROVEN;
        }
        if (proof.isRefused() || (proof.isUnknown() && proof.hasLoss())) {
            return Claim.NONE;
        }
        began = System.nanoTime();
        Prediction analysis = Prediction.analysis(program, level, folder);
        spent("analyze", began);
        tally.note(level, analysis.isClean() ? Tally.What.NOT_FOUND : Tally.What.FOUND);
        return analysis.isClean() ? Claim.NOT_FOUND : Claim.FOUND;
    }

    /** Counts how exactly a program was taken over, and returns whether anything can be proven of it. */
    private boolean noteTranslation(Optional<Translation> translation, TestedLevel level) {
        if (translation.isEmpty()) {
            tally.note(level, Tally.What.REFUSED);
            return false;
        }
        List<Diagnostic> found = translation.orElseThrow().diagnostics();
        if (!translation.orElseThrow().isExact()) {
            tally.note(level, Tally.What.LOSS);
            tally.noteLosses(found.stream()
                    .filter(Diagnostic::isLoss)
                    .map(loss -> loss.what() + "; " + loss.taken())
                    .collect(Collectors.toSet()));
            return false;
        }
        boolean hasMore = found.stream().anyMatch(one -> one.kind() == Diagnostic.Kind.MORE);
        tally.note(level, hasMore ? Tally.What.MORE : Tally.What.EXACT);
        return true;
    }

    private Optional<Shrunk> run(Candidate candidate, Class<?> code) throws IOException, SQLException {
        long began = System.nanoTime();
        boolean isProven = candidate.claim == Claim.PROVEN;
        var refuter = new Refuter(arena, candidate.program, code, candidate.level, new Dice(candidate.seed));
        Optional<Refutation> found = refuter.search(candidate.claim.isSafe() ? TRIES : TRIES_OF_OTHERS, isProven);
        spent("run", began);
        tally.note(candidate.level, Tally.What.EXECUTIONS, refuter.executions());
        if (candidate.claim.isSafe() && refuter.executions() > 0) {
            tally.note(candidate.level, isProven ? Tally.What.PROVEN_TESTED : Tally.What.NOT_FOUND_TESTED);
        }
        Optional<Tally.What> refuted =
                found.isPresent() ? contradicted(candidate, found.orElseThrow()) : Optional.empty();
        refuted.ifPresent(what -> tally.note(candidate.level, what));
        return refuted.flatMap(what -> found).map(refutation -> new Shrunk(candidate.program, refutation));
    }

    /** Returns what an execution contradicts, if anything. */
    private Optional<Tally.What> contradicted(Candidate candidate, Refutation found) throws IOException {
        return switch (candidate.claim) {
            case PROVEN -> Optional.of(Tally.What.PROVEN_REFUTED);
            case NOT_FOUND -> Optional.of(Tally.What.MISSING);
            case FOUND, NONE ->
                isProvenWithoutOthers(candidate, found)
                        ? Optional.of(Tally.What.PROVEN_REFUTED)
                        : candidate.claim == Claim.FOUND && !isListed(candidate, found)
                                ? Optional.of(Tally.What.MISSING)
                                : Optional.empty();
        };
    }

    private static List<RandomProgram.Txn> called(Candidate candidate, Refutation found) {
        return found.calls().stream()
                .map(Call::txn)
                .distinct()
                .map(candidate.program.txns()::get)
                .toList();
    }

    /** Decides whether the transactions that were called are proven, although others of the program are not. */
    private boolean isProvenWithoutOthers(Candidate candidate, Refutation found) throws IOException {
        List<RandomProgram.Txn> called = called(candidate, found);
        return called.size() < candidate.program.txns().size()
                && Prediction.proof(candidate.program.with(called), candidate.level, folder)
                        .isClean();
    }

    /** Decides whether analyze lists an anomaly of the calls. It looks at two transactions at once, and no more. */
    private boolean isListed(Candidate candidate, Refutation found) throws IOException {
        List<String> names = found.calls().stream()
                .map(call -> candidate.program.txns().get(call.txn()).name())
                .toList();
        return names.size() != 2
                || candidate.program.txns().size() == 1
                || Prediction.analysis(candidate.program, candidate.level, folder)
                        .lists(names);
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

    private void spent(String what, long began) {
        millis.merge(what, (System.nanoTime() - began) / 1_000_000, Long::sum);
    }

    /** Returns how many programs came to what, why others were not taken over, and what each stage took. */
    String counts() {
        return tally.table() + tally.commonLosses() + "milliseconds: " + millis + "\n";
    }

    @Override
    public void close() {
        arena.close();
    }
}
