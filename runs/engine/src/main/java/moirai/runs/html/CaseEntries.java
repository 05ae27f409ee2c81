package moirai.runs.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** Returns {@code id, claim, shape, txns, files} of each case, by name. Judges each case, which are small. */
    static List<Map<String, Object>> of(Path run, Links links) {
        Path folder = run.resolve("anomalies");
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> cases = entries.filter(entry -> Files.exists(entry.resolve(CaseFiles.CASE)))
                    .sorted()
                    .limit(CASES_MAX)
                    .toList();
            var data = new ArrayList<Map<String, Object>>();
            for (Path one : cases) {
                data.add(entry(one, links));
            }
            return data;
        } catch (IOException | HistoryFormatException unreadable) {
            return List.of();
        }
    }

    private static Map<String, Object> entry(Path folder, Links links) throws IOException {
        HistoryCase found = CaseFiles.readHistory(folder);
        var data = new LinkedHashMap<String, Object>();
        String name = String.valueOf(folder.getFileName());
        data.put("id", name);
        data.put("claim", found.claim().label());
        data.put(
                "shape",
                found.claim()
                        .witness(found.history())
                        .map(witness ->
                                AnomalyShape.of(found.history(), witness).fingerprint())
                        .orElseGet(() -> found.claim() instanceof Claim.LostAppend
                                ? AnomalyShape.fingerprintOfLostAppends(found.history())
                                : found.claim().label()));
        data.put("txns", found.history().txnCount());
        var files = new ArrayList<Map<String, Object>>();
        for (Map<String, Object> link :
                links.to(Stream.of("case.txt", "sessions.sql", "AnomalyTest.java", CaseFiles.CASE)
                        .map(file -> "anomalies/" + name + "/" + file)
                        .toList())) {
            var file = new LinkedHashMap<>(link);
            Path path = folder.resolve(
                    String.valueOf(Path.of(String.valueOf(link.get("name"))).getFileName()));
            file.put("text", path.endsWith(CaseFiles.CASE) ? "" : text(path));
            files.add(file);
        }
        data.put("files", files);
        return data;
    }

    private static String text(Path file) throws IOException {
        String whole = Files.readString(file);
        return whole.length() <= TEXT_MAX ? whole : whole.substring(0, TEXT_MAX) + "\n… (the file has all of it)\n";
    }
}
