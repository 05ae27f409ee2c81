package moirai.cli.predicting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.history.HistoryFormatException;
import moirai.runs.cases.Fingerprint;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.format.AnalysisFormat;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.runs.emission.CaseFiles;
import moirai.runs.files.WholeOutput;

/** The files of the last analysis, as text and for other commands, with a folder for each of its cases. */
final class LastAnalysis {

    private static final String CASES = "anomalies";

    private final Path folder;

    LastAnalysis(Path store) {
        this.folder = store.resolve("schedule");
    }

    /** Returns the file of the text. */
    Path file() {
        return folder.resolve("analysis.txt");
    }

    /** Returns the file of the text with all anomalies. */
    private Path wholeFile() {
        return folder.resolve("analysis-all.txt");
    }

    /** Returns the file for other commands. */
    Path data() {
        return folder.resolve("analysis.json");
    }

    /** Returns the folder that has a folder for each case. */
    Path cases() {
        return folder.resolve(CASES);
    }

    /**
     * Keeps an analysis. Of more cases than {@value AnalysisFormat#WHOLE_MAX}, only the smallest of each group gets its
     * folder now, and another one when it is asked for.
     *
     * @param text with the smallest anomaly of each group
     * @param whole the text with all anomalies
     */
    void keep(String text, String whole, PredictedCases found, AnomalyGroups groups) throws IOException {
        Path cases = Files.createDirectories(cases());
        boolean isWhole = found.cases().size() <= AnalysisFormat.WHOLE_MAX;
        Set<Fingerprint> kept = new HashSet<>();
        for (PredictedCase one : isWhole ? found.cases() : smallest(found, groups)) {
            CaseFiles.write(cases, one);
            kept.add(one.fingerprint());
        }
        String json = AnalysisFormat.formatNames(found, groups, one -> isWhole || kept.contains(one.fingerprint()));
        WholeOutput.file(file(), out -> out.write(text));
        WholeOutput.file(wholeFile(), out -> out.write(whole));
        WholeOutput.file(data(), out -> out.write(json));
    }

    private static List<PredictedCase> smallest(PredictedCases found, AnomalyGroups groups) {
        return groups.groups().stream()
                .map(group -> found.cases().get(group.smallest().number() - 1))
                .toList();
    }

    /** Returns the folder of a case of this analysis, which is made if it has none yet. */
    Path folder(PredictedCase found) {
        Path own = cases().resolve(found.fingerprint().toString());
        try {
            return kept(own).filter(found::equals).isPresent() ? own : CaseFiles.write(cases(), found);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the text, with all anomalies or with the smallest of each group; empty if there is none. */
    Optional<String> read(boolean isAll) {
        return read(isAll ? wholeFile() : file());
    }

    /**
     * Returns the analysis of a file; empty if there is no such file.
     *
     * @throws moirai.history.HistoryFormatException if the file is none
     */
    static Optional<PredictedCases> read(String source, Path file) {
        Path cases = file.resolveSibling(CASES);
        return read(file)
                .map(text -> AnalysisFormat.parse(source, text, name -> CaseFiles.read(cases.resolve(name))))
                .map(found -> found.cases().size() <= AnalysisFormat.WHOLE_MAX ? found : withReplays(found, cases));
    }

    /**
     * Returns the analysis with the replays of the cases that got their folders later. A folder that an earlier
     * analysis left may have the same name, since names tell neither statements nor rows; it counts for nothing.
     */
    private static PredictedCases withReplays(PredictedCases found, Path cases) {
        return found.with(found.cases().stream()
                .map(one -> kept(cases.resolve(one.fingerprint().toString()))
                        .filter(kept -> kept.confirmed(List.of()).equals(one))
                        .orElse(one))
                .toList());
    }

    /** Returns the case in a folder; empty if there is none that can be read. */
    private static Optional<PredictedCase> kept(Path folder) {
        try {
            return Files.isDirectory(folder) && CaseFiles.read(folder) instanceof PredictedCase kept
                    ? Optional.of(kept)
                    : Optional.empty();
        } catch (HistoryFormatException broken) {
            return Optional.empty();
        }
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
