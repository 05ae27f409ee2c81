package moirai.runs.html;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Links to files of the run, as seen from the page: relative, so that the run can be moved with its page. */
record Links(Path run, Path page) {

    /** Returns a link, with name and address, to each of these files and folders that exists. */
    List<Map<String, Object>> to(List<String> names) {
        return names.stream()
                .filter(name -> Files.exists(run.resolve(name)))
                .map(this::link)
                .toList();
    }

    private Map<String, Object> link(String name) {
        var link = new LinkedHashMap<String, Object>();
        link.put("name", name);
        link.put("href", href(run.resolve(name)));
        return link;
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
