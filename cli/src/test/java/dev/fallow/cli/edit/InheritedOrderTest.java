package dev.fallow.cli.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fallow.AttributeOptions;
import dev.fallow.ContainerFile;
import dev.fallow.CreationOrder;
import dev.fallow.Group;
import dev.fallow.GroupOptions;
import dev.fallow.Link;
import dev.fallow.LinkOrder;
import dev.fallow.cli.CommandFrame;
import dev.fallow.cli.shell.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code fallow mkdir} and {@code fallow create} make tracks creation order as the group does in which it is made. */
class InheritedOrderTest extends CommandFrame {
    @TempDir
    private Path folder;

    private void run(Object... arguments) {
        assertThat(fallow(arguments)).as(err.toString()).isEqualTo(ExitCode.OK);
    }

    @Test
    void parentsAreFollowed() {
        Path path = folder.resolve("file.h5");
        try (ContainerFile file = ContainerFile.create(path)) {
            GroupOptions options = GroupOptions.defaults();
            AttributeOptions attributes = AttributeOptions.defaults().withCreationOrder(CreationOrder.INDEXED);
            file.root()
                    .createGroup(
                            "tracks",
                            options.withCreationOrder(CreationOrder.INDEXED).withAttributes(attributes));
            file.root().createGroup("plain", options.withCreationOrder(CreationOrder.UNTRACKED));
        }
        for (String parent : new String[] {"/tracks", "/plain"}) {
            run("mkdir", "-p", path, parent + "/z/deep");
            run("mkdir", path, parent + "/a");
            run("create", path, parent + "/m", "--type", "int8", "--shape", "3");
            run("create", path, parent + "/new/data", "--type", "int8", "--shape", "3");
            run("attr", "set", path, parent + "/m", "second", "1");
            run("attr", "set", path, parent + "/m", "first", "1");
        }
        try (ContainerFile file = ContainerFile.openReadOnly(path)) {
            Group tracks = file.group("/tracks");
            assertThat(tracks.links(LinkOrder.CREATION)).extracting(Link::name).containsExactly("z", "a", "m", "new");
            for (String made : new String[] {"z", "z/deep", "a", "new"}) {
                assertThat(tracks.group(made).options().creationOrder())
                        .as(made)
                        .isEqualTo(CreationOrder.INDEXED);
                assertThat(file.group("/plain").group(made).options().creationOrder())
                        .as(made)
                        .isEqualTo(CreationOrder.UNTRACKED);
            }
            for (String made : new String[] {"m", "new/data"}) {
                assertThat(tracks.dataset(made).attributeOptions().creationOrder())
                        .as(made)
                        .isEqualTo(CreationOrder.INDEXED);
                assertThat(file.dataset("/plain/" + made).attributeOptions().creationOrder())
                        .as(made)
                        .isEqualTo(CreationOrder.UNTRACKED);
            }
        }
    }
}
