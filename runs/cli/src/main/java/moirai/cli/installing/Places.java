package moirai.cli.installing;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import moirai.runs.report.OwnCommand;

/**
 * The folders of an installation.
 *
 * @param links the folder of the link, which should be on the PATH
 * @param data the folder with the folders for completions and manual pages
 */
record Places(Path links, Path data) {

    /** Returns the places for a folder of the link. Completions of a folder outside of the home are for all users. */
    static Places of(Path links, Map<String, String> environment) {
        Path folder = links.toAbsolutePath().normalize();
        Path home = home(environment);
        if (!folder.startsWith(home)) {
            return new Places(folder, folder.resolveSibling("share"));
        }
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        return new Places(
                folder,
                data.isEmpty() ? home.resolve(".local/share") : Path.of(data).toAbsolutePath());
    }

    /** Returns the folder of a user's own programs that is on the PATH; if none is, the usual one. */
    static Path linksDefault(Map<String, String> environment) {
        Path home = home(environment);
        Path usual = home.resolve(".local/bin");
        return List.of(usual, home.resolve("bin")).stream()
                .filter(folder -> isSearched(folder, environment))
                .findFirst()
                .orElse(usual);
    }

    /** Returns whether shells look for programs in this folder. */
    static boolean isSearched(Path folder, Map<String, String> environment) {
        return OwnCommand.folders(environment.getOrDefault("PATH", ""))
                .anyMatch(searched ->
                        searched.toAbsolutePath().normalize().equals(folder) || OwnCommand.isSame(searched, folder));
    }

    private static Path home(Map<String, String> environment) {
        return Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")))
                .toAbsolutePath()
                .normalize();
    }

    Path link() {
        return links.resolve(OwnCommand.PLAIN);
    }

    Path bashCompletion() {
        return data.resolve("bash-completion/completions").resolve(OwnCommand.PLAIN);
    }

    Path zshCompletion() {
        return data.resolve("zsh/site-functions").resolve("_" + OwnCommand.PLAIN);
    }

    Path manual() {
        return data.resolve("man/man1").resolve(OwnCommand.PLAIN + ".1");
    }

    /** Returns the file that lists what was installed. */
    Path list() {
        return data.resolve(OwnCommand.PLAIN).resolve("installed.txt");
    }
}
