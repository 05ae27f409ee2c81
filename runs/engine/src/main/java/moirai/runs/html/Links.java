package moirai.runs.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Links to files of the run, as seen from the page: relative, so that the run can be moved with its page. */
record Links(Path run, Path page) {

    /** A link to a file by its name in the run's directory. */
    record Link(String name, String href) {}

    /** Returns a link to each of these files and folders that exists. */
    List<Link> to(List<String> names) {
        return names.stream()
                .filter(name -> Files.exists(run.resolve(name)))
                .map(name -> new Link(name, href(run.resolve(name))))
                .toList();
    }

    private String href(Path target) {
        Path whole = target.toAbsolutePath().normalize();
        Path folder = page.toAbsolutePath().normalize().getParent();
        if (folder == null || !folder.getRoot().equals(whole.getRoot())) {
            return whole.toUri().toString();
        }
        // The dot keeps a name with a colon from being read as the scheme of an address.
        return "./"
                + StreamSupport.stream(folder.relativize(whole).spliterator(), false)
                        .map(part -> URLEncoder.encode(part.toString(), StandardCharsets.UTF_8)
                                .replace("+", "%20"))
                        .collect(Collectors.joining("/"));
    }
}
