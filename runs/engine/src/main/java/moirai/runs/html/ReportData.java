package moirai.runs.html;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import moirai.runs.Judgement;
import moirai.runs.report.VerdictText;

/** All that the page shows, as maps, lists, strings and numbers; the order of entries is always the same. */
final class ReportData {

    private ReportData() {}

    static Map<String, Object> of(ReportSource source, Path file) {
        var data = new LinkedHashMap<String, Object>();
        data.put("verdict", verdict(source));
        data.put("levels", LevelLadder.of(source));
        return data;
    }

    private static Map<String, Object> verdict(ReportSource source) {
        Judgement judgement = source.judgement();
        var verdict = new LinkedHashMap<String, Object>();
        verdict.put("word", judgement.word());
        verdict.put("line", VerdictText.line(judgement));
        verdict.put("meaning", VerdictText.meaning(judgement, source.header()).orElse(""));
        verdict.put("text", VerdictText.of(judgement, source.header()));
        verdict.put("notes", source.notes());
        return verdict;
    }
}
