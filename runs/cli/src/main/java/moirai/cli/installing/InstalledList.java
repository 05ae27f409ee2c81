package moirai.cli.installing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.files.WholeFile;

/** The file that lists what was installed, an item a line: its kind, what it was made of, and its path. */
final class InstalledList {

    private static final String TITLE = "# Made by 'moirai install'; 'moirai uninstall' removes what is listed here.";

    private InstalledList() {}

    /** Returns the items of the list; none if there is no list. */
    static List<Item> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(line -> line.split("\t", 3))
                    .filter(fields -> fields.length == 3)
                    .flatMap(fields -> item(fields[0], fields[1], Path.of(fields[2])))
                    .toList();
        }
    }

    private static Stream<Item> item(String kind, String made, Path path) {
        return switch (kind) {
            case "link" -> Stream.of(new Item.Link(path, Path.of(made)));
            case "file" -> Stream.of(new Item.Text(path, Long.parseLong(made, 16)));
            case "folder" -> Stream.of(new Item.Folder(path));
            default -> Stream.empty();
        };
    }

    /** Writes the list, all of it or nothing. Its folder has to exist. */
    static void write(Path file, List<Item> items) throws IOException {
        WholeFile.write(
                file, items.stream().map(InstalledList::line).collect(Collectors.joining("\n", TITLE + "\n", "\n")));
    }

    private static String line(Item item) {
        String made = switch (item) {
            case Item.Link link -> "link\t" + link.target();
            case Item.Text text -> "file\t" + Long.toHexString(text.sum());
            case Item.Folder folder -> "folder\t";
        };
        return made + "\t" + item.path();
    }

    /** Returns the folders that have to be made for a file, the outermost first. */
    static List<Item> missingFolders(Path file) {
        var missing = new ArrayList<Item>();
        for (Path folder = file.getParent(); folder != null && !Files.exists(folder); folder = folder.getParent()) {
            missing.addFirst(new Item.Folder(folder));
        }
        return missing;
    }
}
