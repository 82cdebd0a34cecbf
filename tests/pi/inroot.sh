#!/bin/bash
# inroot.sh run|boot ROOT STICK TTY DISK COMMAND...: a command in a Debian root folder, or the whole
# system under its own service manager. Runs in namespaces of its own: nothing of it is left.
set -eu
how=$1 root=$2 stick=$3 tty=$4 disk=$5
shift 5
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in null zero full random urandom tty; do
    touch "$root/dev/$node"
    mount --bind "/dev/$node" "$root/dev/$node"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/mnt"
mkdir "$root/mnt/stick"
mount --bind "$stick" "$root/mnt/stick"
if [ "$how" = boot ]; then
    touch "$root/dev/tty0" "$root/dev/tty1"
    mount --bind /dev/null "$root/dev/tty0"
    mount --bind "$tty" "$root/dev/tty1"
    touch "$root/dev/sdz1"
    mount --bind "$disk" "$root/dev/sdz1"
    mount -t tmpfs -o mode=755 tmpfs "$root/run"
    mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
    set -- /lib/systemd/systemd
fi
# As systemd has it on a real machine: what is mounted is seen by the services too.
mount --make-rshared "$root"
cd "$root"
exec env -i container=kiosk-check PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    chroot . "$@"
