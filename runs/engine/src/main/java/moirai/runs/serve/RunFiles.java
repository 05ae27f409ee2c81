package moirai.runs.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import moirai.runs.html.HtmlReport;
import moirai.runs.query.RunDatabase;
import moirai.runs.store.RunStore;

/**
 * The files of runs: {@code /runs/NAME/TIME/FILE…}, the report where no file is named, and {@code /zip/NAME/TIME}. The
 * files of nights are {@code /runs/campaigns/NAME/TIME/FILE…}, so that the way from a night's page to the reports of
 * its runs is the same as in the folder of the store.
 */
final class RunFiles {

    private static final Set<String> TEXT = Set.of(
            "txt", "log", "json", "jsonl", "edn", "dot", "md", "xml", "sql", "java", "journal", "html", "sarif",
            "yaml");

    private static final String CAMPAIGNS = "campaigns";
    private static final List<String> NIGHT_PAGE = List.of("campaign.html");

    private static final Answer ABSENT = Answer.text(404, "there is no such file of a run here");

    private final RunStore store;
    private final MissingReports reports;

    RunFiles(RunStore store, MissingReports reports) {
        this.store = store;
        this.reports = reports;
    }

    /** @param path the names of the request's path; empty if they were not plain */
    Answer answer(List<String> path) throws IOException {
        if (isOfNight(path)) {
            // From the store on, so that no link leads to the night either.
            return file(
                    store.root(),
                    path.subList(1, path.size()),
                    path.subList(4, path.size()).equals(NIGHT_PAGE));
        }
        boolean isOfRun = path.size() >= 3 && RunStore.isName(path.get(1)) && RunStore.isTime(path.get(2));
        Optional<Path> run = isOfRun ? RequestPath.below(store.root(), path.subList(1, 3)) : Optional.empty();
        if (run.isEmpty() || !Files.isDirectory(run.get())) {
            return ABSENT;
        }
        if (path.getFirst().equals("zip") && path.size() == 3) {
            return Answer.download(path.get(1) + "-" + path.get(2) + ".zip", out -> {
                try (var zip = new ZipOutputStream(out)) {
                    pack(run.get(), zip);
                }
            });
        }
        if (!path.getFirst().equals("runs")) {
            return ABSENT;
        }
        List<String> names = path.subList(3, path.size());
        return names.isEmpty()
                ? Answer.redirect("/runs/" + path.get(1) + "/" + path.get(2) + "/" + HtmlReport.NAME)
                : file(run.get(), names);
    }

    /** A run that is called "campaigns" has times where campaigns have names, and no folder with a time in it. */
    private static boolean isOfNight(List<String> path) {
        return path.size() > 4
                && path.getFirst().equals("runs")
                && path.get(1).equals(CAMPAIGNS)
                && RunStore.isName(path.get(2))
                && RunStore.isTime(path.get(3));
    }

    private Answer file(Path run, List<String> names) throws IOException {
        boolean isReport = names.equals(List.of(HtmlReport.NAME));
        if (isReport && !Files.exists(run.resolve(HtmlReport.NAME), LinkOption.NOFOLLOW_LINKS)) {
            Optional<String> trouble = reports.make(run);
            if (trouble.isPresent()) {
                return Answer.text(404, trouble.get());
            }
        }
        return file(run, names, isReport);
    }

    /** @param isPage whether the file is a page of ours; any other page is shown as text */
    private static Answer file(Path folder, List<String> names, boolean isPage) throws IOException {
        Optional<Path> found = RequestPath.below(folder, names).filter(Files::isRegularFile);
        if (found.isEmpty()) {
            return ABSENT;
        }
        Path file = found.get();
        long size = Files.size(file);
        // No more than the size that was announced: a run may still write to it.
        Answer.Body body = out -> {
            try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                byte[] buffer = new byte[1 << 16];
                long left = size;
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                while (left > 0 && read > 0) {
                    out.write(buffer, 0, read);
                    left -= read;
                    read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                }
            }
        };
        return isPage ? Answer.htmlFile(size, body) : Answer.file(isText(file), size, body);
    }

    private static boolean isText(Path file) {
        String name = file.getFileName().toString();
        return TEXT.contains(name.substring(name.lastIndexOf('.') + 1));
    }

    /**
     * Packs the regular files of a run as they are at this moment, but for the tables of questions, which are made of
     * the others. Nothing is held in memory.
     */
    private static void pack(Path run, ZipOutputStream zip) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(run)) {
            files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !file.endsWith(RunDatabase.FILE))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            String inside = run.relativize(file).toString().replace('\\', '/');
            zip.putNextEntry(new ZipEntry(run.getFileName() + "/" + inside));
            Files.copy(file, zip);
            zip.closeEntry();
        }
    }
}
