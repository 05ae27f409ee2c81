package moirai.cli.installing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.files.WholeFile;

/**
 * Puts things into the folders of a user and removes them again.
 *
 * <p>Everything is in a list before it is made, so that an installation that was interrupted can be undone, too. A file
 * that is at one of the places and not in the list, or that has changed since, belongs to somebody else.
 */
final class Installation {

    private final Path list;

    /** @param list the file of the list */
    Installation(Path list) {
        this.list = list;
    }

    /**
     * Makes a link and files, or replaces those of an earlier installation.
     *
     * @param texts the contents of the files by their paths
     * @throws RunException if something that was not installed is in the way; nothing is changed then
     */
    void install(Item.Link link, Map<Path, String> texts) throws IOException {
        List<Item> before = InstalledList.read(list);
        var wanted = new ArrayList<Item>(List.of(link));
        texts.forEach((path, content) -> wanted.add(Item.Text.of(path, content)));
        var foreign = new ArrayList<String>();
        for (Item item : wanted) {
            if (item.isOccupied() && !isOwn(item.path(), before)) {
                foreign.add(item.path().toString());
            }
        }
        if (!foreign.isEmpty()) {
            throw new RunException(
                    "not made by this command, or changed since: " + String.join(", ", foreign)
                            + "; nothing was installed: expected --into another folder, or that you move them away",
                    ExitCode.REFUSED);
        }
        var items = new LinkedHashSet<Item>(before);
        for (Item item : wanted) {
            items.addAll(InstalledList.missingFolders(item.path()));
        }
        items.addAll(InstalledList.missingFolders(list));
        items.addAll(wanted);
        makeFolder(list);
        // With what was made before, until it is replaced.
        InstalledList.write(list, List.copyOf(items));
        for (Item item : wanted) {
            makeFolder(item.path());
        }
        for (Map.Entry<Path, String> text : texts.entrySet()) {
            WholeFile.write(text.getKey(), text.getValue());
        }
        Files.deleteIfExists(link.path());
        Files.createSymbolicLink(link.path(), link.target());
        Set<Path> replaced = wanted.stream().map(Item::path).collect(Collectors.toSet());
        items.removeIf(item -> replaced.contains(item.path()));
        items.addAll(wanted);
        InstalledList.write(list, List.copyOf(items));
    }

    private static void makeFolder(Path file) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.toAbsolutePath().getParent()));
    }

    /** Returns whether what is at this path is as one of these items was made. */
    private static boolean isOwn(Path path, List<Item> before) throws IOException {
        for (Item item : before) {
            if (item.path().equals(path) && item.isUnchanged()) {
                return true;
            }
        }
        return false;
    }

    /**
     * What an undo has done.
     *
     * @param removed the paths that are gone, without folders
     * @param left the paths of things that have changed since, and stay
     */
    record Undone(List<Path> removed, List<Path> left) {

        Undone {
            removed = List.copyOf(removed);
            left = List.copyOf(left);
        }
    }

    /** Removes what is in the list and unchanged, then the list, then the folders that are empty now. */
    Undone uninstall() throws IOException {
        List<Item> items = InstalledList.read(list);
        var removed = new ArrayList<Path>();
        var left = new ArrayList<Path>();
        var folders = new ArrayList<Item.Folder>();
        for (Item item : items) {
            if (item instanceof Item.Folder folder) {
                folders.add(folder);
            } else if (isOwn(item.path(), items)) {
                item.remove();
                removed.add(item.path());
            } else if (item.isOccupied()) {
                left.add(item.path());
            }
        }
        Files.deleteIfExists(list);
        folders.sort((one, other) ->
                Integer.compare(other.path().getNameCount(), one.path().getNameCount()));
        for (Item.Folder folder : folders) {
            if (folder.isUnchanged()) {
                folder.remove();
            }
        }
        return new Undone(removed, left);
    }
}
