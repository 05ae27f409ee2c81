package moirai.runs.html;

import java.io.IOException;
import java.nio.file.Path;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.files.WholeFile;

/** A page about a case that has no history, for browsers without a network, with the whole text of the case. */
public final class CasePage {

    private CasePage() {}

    /**
     * Writes the page, all of it or nothing.
     *
     * @param file need not exist; its folder has to
     * @throws IOException if it cannot be written
     */
    public static void write(Case found, Path file) throws IOException {
        WholeFile.write(file, text(found));
    }

    private static String text(Case found) {
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>Moirai: %1$s</title>
            <style>
            body { font: 16px/1.5 sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
            pre { font: 13px/1.4 monospace; overflow-x: auto; }
            :root { color-scheme: light dark; }
            </style>
            </head>
            <body>
            <h1>%1$s</h1>
            <p>%2$s</p>
            <pre>%3$s</pre>
            </body>
            </html>
            """.formatted(
                        Page.escaped(found.fingerprint().toString()),
                        Page.escaped(found.foundOn()),
                        Page.escaped(CaseText.of(found)));
    }
}
