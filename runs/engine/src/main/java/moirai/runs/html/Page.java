package moirai.runs.html;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import moirai.runs.files.BundledText;
import moirai.runs.files.Json;
import moirai.runs.report.VerdictText;

/**
 * The frame of the page: styles, scripts and the island of data in one file.
 *
 * <p>Its policy allows the one style sheet and the one script that stand in it, by their hashes, and nothing else: no
 * network, no image, no frame, no form. So even a text of a history that got past the escaping could run nothing.
 */
public final class Page {

    private static final ObjectMapper JSON = JsonMapper.builder().build();
    private static final List<String> SCRIPTS =
            List.of("page.js", "chart.js", "graph.js", "timeline.js", "anomalies.js", "issue.js", "sections.js");

    private Page() {}

    /** Returns the whole text of the page. */
    static String of(ReportSource source, Path file) {
        String style = BundledText.of(Page.class, "page.css");
        String script = SCRIPTS.stream()
                .map(name -> BundledText.of(Page.class, name))
                .collect(Collectors.joining("\n", "\"use strict\";\n(() => {\n", "})();\n"));
        String policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src '" + hash(style)
                + "'; script-src '" + hash(script) + "'";
        String verdict = VerdictText.line(source.judgement());
        // The island comes last: nothing that stands in it is taken for a place to fill.
        return BundledText.of(Page.class, "page.html")
                .replace("@POLICY@", policy)
                .replace("@STYLE@", style)
                .replace("@SCRIPT@", script)
                .replace("@VERDICT@", escaped(verdict))
                .replace("@DATA@", island(source, file));
    }

    /** Returns the data of the page as JSON. */
    static String island(ReportSource source, Path file) {
        return json(ReportData.of(source, file));
    }

    /** Returns data as JSON that cannot end the element that holds it. */
    static String json(Object data) {
        return Json.text(JSON, data)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    /** Returns a text escaped for HTML. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
