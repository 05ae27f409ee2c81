package moirai.nemesis.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.servers.TableFiles;

/** The files of clients' tables. */
record InnodbFiles(Membership membership, boolean canRenew) implements TableFiles<MariadbNode> {

    private static final int PAGE = 16_384;

    @Override
    public int pageBytes() {
        return PAGE;
    }

    @Override
    public List<Path> shutDown(MariadbNode node, Runnable ending) throws IOException {
        ending.run();
        var files = new ArrayList<Path>();
        try (var found = Files.newDirectoryStream(node.dataDirectory().resolve(MariadbTemplate.DATABASE), "*.ibd")) {
            found.forEach(files::add);
        }
        return files;
    }

    @Override
    public void renew(MariadbNode node) {
        membership.renew(node);
    }
}
