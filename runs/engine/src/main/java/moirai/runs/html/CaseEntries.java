package moirai.runs.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.analysis.AnomalyShape;
import moirai.history.HistoryFormatException;
import moirai.runs.cases.Claim;
import moirai.runs.cases.HistoryCase;
import moirai.runs.emission.CaseFiles;

/** The small cases that the run has stored, with the files in each of their folders. */
final class CaseEntries {

    private static final int CASES_MAX = 16;
    private static final int TEXT_MAX = 12_000;

    private CaseEntries() {}

    /**
     * A case.
     *
     * @param shape the fingerprint that it shares with others of its kind
     * @param txns the number of its transactions
     */
    record Entry(String id, String claim, String shape, int txns, List<CaseFile> files) {}

    /** A file of a case, with its text unless only programs read it. */
    record CaseFile(String name, String href, String text) {}

    /** Returns the cases by name. Judges each case, which are small. */
    static List<Entry> of(Path run, Links links) {
        try {
            var data = new ArrayList<Entry>();
            for (Path folder : CaseFiles.in(run.resolve("anomalies")).stream()
                    .limit(CASES_MAX)
                    .toList()) {
                data.add(entry(folder, links));
            }
            return data;
        } catch (IOException | HistoryFormatException unreadable) {
            return List.of();
        }
    }

    private static Entry entry(Path folder, Links links) throws IOException {
        HistoryCase found = CaseFiles.readHistory(folder);
        String name = String.valueOf(folder.getFileName());
        var files = new ArrayList<CaseFile>();
        for (Links.Link link : links.to(Stream.of("case.txt", "sessions.sql", "AnomalyTest.java", CaseFiles.CASE)
                .map(file -> "anomalies/" + name + "/" + file)
                .toList())) {
            Path file = folder.resolve(Path.of(link.name()).getFileName());
            files.add(new CaseFile(link.name(), link.href(), file.endsWith(CaseFiles.CASE) ? "" : text(file)));
        }
        return new Entry(
                name, found.claim().label(), shape(found), found.history().txnCount(), files);
    }

    private static String shape(HistoryCase found) {
        return switch (found.claim()) {
            case Claim.Lost lost -> AnomalyShape.fingerprintOfLoss(found.history());
            case Claim.Forbidden forbidden ->
                forbidden
                        .witness(found.history())
                        .map(witness ->
                                AnomalyShape.of(found.history(), witness).fingerprint())
                        .orElse(forbidden.label());
        };
    }

    private static String text(Path file) throws IOException {
        String whole = Files.readString(file);
        return whole.length() <= TEXT_MAX ? whole : whole.substring(0, TEXT_MAX) + "\n… (the file has all of it)\n";
    }
}
